import { limits } from '#contract/limits.ts';
import type { Subject, ChangeSmsTexts, MailText, MailTexts, SmsTexts } from '#messages/mail-texts.ts';
import { staffReasons } from './staff-reasons.ts';

/** For codes that only a signed-in person can ask for: someone else would be in the account. */
const ofAccount =
  '您收到此邮件，是因为有人登录了您的{brand}并获取验证码。如非您本人操作，请立即修改密码。请勿将验证码告知他人，{brand}工作人员不会向您索取验证码。';

const footer =
  '您收到此邮件，是因为有人在{brand}的页面填写了此邮箱。如非您本人操作，请忽略此邮件；没有验证码，任何操作都不会生效。请勿将验证码告知他人，{brand}工作人员不会向您索取验证码。';

function code(subject: string, purpose: string): MailText {
  return {
    subject,
    heading: subject,
    paragraphs: [`${purpose}请使用以下验证码，验证码在 {minutes} 分钟内有效，且仅可使用 1 次。`],
    footer,
  };
}

function change<Text extends string>(subject: Subject<Text>, happened: string, heading: string = subject) {
  return {
    subject,
    heading,
    paragraphs: [`${happened}账号 ID：{number}。时间：{time}。网络地址：{place}。`, '如为您本人操作，请忽略此邮件。'],
    footer: '您收到此邮件，是因为它与您的{brand}安全有关。如需帮助，请联系 {supportEmail}。',
  } as const satisfies MailText;
}

/** The way to the receipt of a deletion, which nobody can look up later. */
function withReceipt({ paragraphs, ...text }: MailText): MailText {
  const keep = '请保存此链接。这是查看注销回执的唯一途径，其中不含您的身份信息：{receipt}';
  return { ...text, paragraphs: [...paragraphs, keep] };
}

/** For actions that only an operator can take. */
function operation<Text extends string>(subject: Subject<Text>, happened: string, heading: string = subject) {
  return {
    ...change<string>(subject, happened, heading),
    paragraphs: [`${happened}账号 ID：{number}。时间：{time}。`],
  } as const satisfies MailText;
}

/** What happened ends with words of the operator, which have their own punctuation. */
function terms(subject: string, happened: string) {
  return { ...change(subject, happened), paragraphs: [happened, '账号 ID：{number}。时间：{time}。'] } as const satisfies MailText;
}

function app<Text extends string>(subject: Subject<Text>, heading: string, paragraph: string): MailText {
  return {
    subject,
    heading,
    paragraphs: [paragraph],
    footer: '您收到此邮件，是因为它与{brand}开发者中心的应用有关。如需帮助，请联系 {supportEmail}。',
  };
}

export const mail = {
  code: {
    register: {
      ...code('{brand}注册验证码', '您正在注册{brand}。'),
      link: { paragraph: '您也可以在 {hours} 小时内点击下方按钮确认邮箱。', label: '确认邮箱' },
    },
    login: code('{brand}登录验证码', '您正在登录{brand}。'),
    reset: {
      ...code('重置您的{brand}密码', '您正在重置{brand}的密码。'),
      link: { paragraph: '您也可以在 {hours} 小时内点击下方按钮设置新密码。', label: '设置新密码' },
    },
    verify: { ...code('{brand}身份验证', '您的账号正在进行一项需要验证身份的操作。'), footer: ofAccount },
    bind: {
      ...code('确认您的新邮箱', '您正在将此邮箱绑定到您的{brand}。'),
      link: { paragraph: '您也可以在 {hours} 小时内点击下方按钮确认此邮箱。', label: '确认邮箱' },
    },
    freeze: code('冻结您的{brand}', '您正在冻结您的{brand}。'),
    recover: code('找回您的{brand}', '您正在找回您的{brand}。'),
    upgrade: code('确认升级{brand}', '您正在升级或合并使用此邮箱的账号。'),
    delete: { ...code('确认注销{brand}', '您正在申请永久注销{brand}。'), footer: ofAccount },
  },
  digest: { line: '{time}：{what}，网络地址：{place}。', more: '另有 {n} 条动态未逐一列出。' },
  listed: {
    reference: '消息编号 {ref}。我们发送给您的每一条消息都可在“账号安全 › 消息与访问记录”中查到。',
    app: '关于您的应用的消息',
    other: '消息',
    titles: {
      digest: '您的{brand}有多条安全动态',
      socialBound: '您的{brand}已绑定一个社交账号',
      socialUnbound: '您的{brand}已解绑一个社交账号',
      termsAhead: '{brand}协议即将更新',
      termsDue: '请确认新的{brand}协议',
      requestAnswered: '您的申请已有答复',
      childDue: '请监护人同意',
    },
  },
  accountCreated: {
    subject: '欢迎使用{brand}',
    heading: '您的{brand}已注册成功',
    paragraphs: ['您的账号 ID 为 {number}，昵称为“{nickname}”。', '您可以使用此邮箱登录、找回密码和接收重要通知。'],
    footer: '您收到此邮件，是因为有人使用此邮箱注册了账号。如非您本人操作，请联系 {supportEmail}。',
  },
  alarm: {
    text: {
      subject: '{brand}：工作台警报',
      heading: '工作台警报',
      paragraphs: ['成员：{member}。{kind}', '工单号：{case}。请向该成员核实，或查看审计记录。'],
      footer: '您收到此邮件，是因为您是工作台的主管或审计员。邮件不涉及任何客户信息。',
    },
    kinds: {
      opened: '查看用户的次数已达上限。',
      unmasked: '查看完整信息的次数已达上限。',
      misses: '多次查找均未找到用户。',
      acts: '锁定、冻结和退出登录的次数已达上限。',
      asked: '提交审批的次数已达上限。',
      own: '查找了自己的账号。',
      member: '查看了其他成员的账号。',
      audit: '审计记录与写入时不一致，请勿进行任何更改并立即核查。',
      exception: '对一个账号启用了半小时的紧急访问。',
      bait: '查看了一个不属于任何人的账号。',
      crowd: '所查看的用户今天已被三名成员以不同工单查看。',
    },
  },
  desk: {
    text: {
      subject: '{brand}：待答复的数据申请（{n}）',
      heading: '待答复的数据申请',
      paragraphs: ['请在服务器上使用 requests 命令查看并答复。'],
      footer: '您收到此邮件，是因为此邮箱负责答复数据申请。邮件不含姓名，也不引用申请内容。',
    },
    line: '{number}：{kind}。请于{date}前答复。',
    late: '{number}：{kind}。答复期限为{date}，已逾期。',
    kinds: {
      correct: '更正信息',
      object: '反对某项处理',
      explain: '解释说明',
      restrict: '限制处理',
      transfer: '向其他服务转移数据',
      other: '其他',
      appeal: '申诉',
    },
  },
  apps: {
    secretMade: app('您的应用新增了密钥', '“{app}”新增了密钥', '时间：{time}。如非您本人操作，请在开发者中心移除该密钥，并修改您的密码。'),
    secretsHeld: app(
      '请确认您的应用的密钥',
      '请确认“{app}”的密钥',
      '我们已从备份恢复数据，您在备份之后移除的密钥可能重新生效。请在开发者中心确认仍在使用的密钥，并移除其余密钥。{days} 天内未确认的密钥将失效。',
    ),
    secretRemoved: app(
      '您的应用的一个密钥已移除',
      '“{app}”的一个密钥已移除',
      '时间：{time}。该密钥已失效。如非您本人操作，请新建密钥，并修改您的密码。',
    ),
    keysChanged: app('您的应用的公钥已更改', '“{app}”的公钥已更改', '时间：{time}。如非您本人操作，请恢复您的公钥，并修改您的密码。'),
    addressesChanged: app(
      '您的应用的地址已更改',
      '“{app}”的地址已更改',
      '时间：{time}。如非您本人操作，请在开发者中心更正，并修改您的密码。',
    ),
    transferAsked: app(
      '有开发者申请将应用转让给您',
      '{owner} 申请将“{app}”转让给您',
      '请于{date}前在开发者中心接受或拒绝。如未答复，一切保持不变。',
    ),
    moved: app('应用的运营者已变更', '“{app}”现由 {owner} 运营', '原开发者已失去管理权限，应用的所有密钥将在 7 天内失效。'),
    deleted: app('您的应用即将删除', '“{app}”将于{date}删除', '用户已无法登录此应用。在此之前，您可在开发者中心恢复。'),
    accepted: app('您的应用已上线', '“{app}”已上线', '所有用户现在都可以登录此应用。'),
    refused: app('您的应用需要修改', '“{app}”需要修改：{reasons}', '请在开发者中心修改后重新提交。'),
    suspended: app('您的应用已停用', '“{app}”已停用：{reasons}', '用户无法登录此应用。如有疑问，请发送邮件至 {supportEmail}。'),
    resumed: app('您的应用已恢复', '“{app}”已恢复', '用户可以再次登录此应用，但需要重新登录。'),
    domainGone: app(
      '未找到应用域名的验证记录',
      '未找到“{app}”的域名 {domain} 的验证记录',
      '请恢复该记录或文件。7 天后仍未找到时，应用将不再显示为已认证。',
    ),
    signalsPaused: app(
      '已暂停向您的应用发送安全事件',
      '已暂停向“{app}”发送安全事件',
      `接收地址 {address} 已 7 天未响应，事件最多保留 ${limits.signalDays} 天。地址恢复后，请在开发者中心继续发送。`,
    ),
    testerInvited: app(
      '有开发者邀请您测试应用',
      '{owner} 邀请您测试“{app}”',
      '请在账号的授权应用页面接受或拒绝。未经您同意，不会发生任何变化。',
    ),
  },
  changes: {
    passwordChanged: change('您的{brand}密码已修改', '您的{brand}密码已修改，其他设备已退出登录。'),
    passwordSet: change('您的{brand}已设置密码', '您的{brand}现在可以使用密码登录。'),
    passwordReset: change('您的{brand}密码已重置', '您的{brand}密码已重置，所有设备已退出登录。'),
    passwordGuessed: change('有人多次尝试您的{brand}密码', '有人多次输入了错误的{brand}密码，均未登录成功。您的密码仍然有效。'),
    passwordPaused: change(
      '您的{brand}已暂停在陌生浏览器上使用密码登录',
      '由于错误密码次数过多，30 天内无法在陌生浏览器上使用密码登录您的{brand}。您仍可使用验证码登录，或在常用浏览器上登录；设置新密码后立即恢复。',
    ),
    passwordRemoved: change('您的{brand}密码已移除', '您的{brand}密码已移除，其他设备已退出登录。您之后将使用通行密钥登录。'),
    totpAdded: change('您的{brand}已添加身份验证器应用', '您的{brand}已添加身份验证器应用，其验证码可用于确认您的身份。'),
    totpRemoved: change('您的{brand}已移除身份验证器应用', '您的{brand}已移除身份验证器应用，其他设备已退出登录。'),
    recoveryCodesMade: change('您的{brand}已生成新的恢复码', '您的{brand}已生成新的恢复码，旧恢复码已失效。'),
    recoveryCodeUsed: change('您的{brand}使用了一个恢复码', '您的{brand}使用了一个恢复码，该恢复码已失效。'),
    twoStepOn: change('您的{brand}已开启两步验证', '您的{brand}已开启两步验证，其他设备已退出登录。'),
    twoStepOff: change('您的{brand}已关闭两步验证', '您的{brand}已关闭两步验证，其他设备已退出登录。'),
    phoneBound: change('您的{brand}已绑定手机号', '手机号{target}已绑定到您的{brand}。'),
    phoneChanged: change('您的{brand}手机号已更换', '您的{brand}手机号已更换为{target}。'),
    phoneUnbound: change('您的{brand}已解绑手机号', '手机号{target}已从您的{brand}解绑。'),
    emailBound: change('您的{brand}已绑定邮箱', '邮箱{target}已绑定到您的{brand}。'),
    emailChanged: change('您的{brand}邮箱已更换', '您的{brand}邮箱已更换为{target}。'),
    emailUnbound: change('您的{brand}已解绑邮箱', '邮箱{target}已从您的{brand}解绑。'),
    deviceAdded: change('您的{brand}已在新设备登录', '一台设备已通过“{name}”登录您的{brand}。'),
    upgraded: change('您的旧版账号已升级为{brand}', '您的旧版账号已升级为{brand}，今后请使用新版账号登录。'),
    merged: change('您的旧版账号已合并到{brand}', '您的旧版账号已合并到以下{brand}，今后请使用该账号登录。'),
    mergeUndone: change('与您{brand}的合并已撤销', '您的{brand}与旧版账号已恢复为两个账号。{brand}的手机号、邮箱和密码保持不变。'),
    socialBound: change('您的{brand}已绑定{target}', '您的{brand}现在可以使用{target}登录。'),
    socialUnbound: change('您的{brand}已解绑{target}', '您的{brand}不能再使用{target}登录，其他设备已退出登录。'),
    claimOpened: {
      ...change('有人申请找回您的{brand}', ''),
      paragraphs: [
        '{time}，有人在{place}通过{way}申请找回您的{brand}（{number}）。',
        '如非您本人，请立即阻止。否则对方可于 {due} 设置新密码。',
      ],
    },
    claimReminder: {
      ...change('找回您的{brand}的申请仍在等待', ''),
      paragraphs: ['有人在{place}通过{way}申请找回您的{brand}（{number}）。', '如非您本人，请立即阻止。否则对方可于 {due} 设置新密码。'],
    },
    claimStopped: change('找回您的{brand}的申请已被阻止', '申请已被阻止，对方无法通过此申请登录您的账号。'),
    claimDue: {
      ...change('现在可以找回您的{brand}', ''),
      paragraphs: ['您找回{brand}（{number}）的申请未被阻止。请在 7 天内设置新密码。'],
    },
    waitOpened: {
      ...change('有人申请更改您的{brand}', ''),
      paragraphs: [
        '{time}，有人在{place}通过{way}申请对您的{brand}（{number}）进行操作：{what}。',
        '如非您本人，请立即阻止。否则该操作最早将于 {due} 生效。',
      ],
    },
    waitReminder: {
      ...change('更改您的{brand}的申请仍在等待', ''),
      paragraphs: [
        '有人在{place}通过{way}申请对您的{brand}（{number}）进行操作：{what}。',
        '如非您本人，请立即阻止。否则该操作最早将于 {due} 生效。',
      ],
    },
    waitDue: {
      ...change('您的{brand}的等待期已结束', ''),
      paragraphs: [
        '有人通过{way}申请对您的{brand}（{number}）进行操作：{what}。该申请未被阻止，现在可以完成，有效期 7 天。',
        '如非您本人，请立即阻止。',
      ],
    },
    waitStopped: change('更改您的{brand}的申请已被阻止', '申请已被阻止，未作任何更改。'),
    waitDone: change('您的{brand}的等待期已结束', '等待期已结束，已完成申请的操作：{what}。所有设备已退出登录。'),
    recoveryDone: change('您的{brand}已找回', '有人找回了您的{brand}并设置了新密码，所有设备已退出登录。'),
    passkeyAdded: change('您的{brand}已添加通行密钥', '您的{brand}现在可以使用通行密钥“{name}”登录。'),
    passkeyRemoved: change('您的{brand}已移除通行密钥', '您的{brand}不能再使用通行密钥“{name}”登录，其他设备已退出登录。'),
    passkeySuspect: change(
      '您的{brand}通行密钥可能存在副本',
      '您的{brand}通行密钥“{name}”可能存在副本，本次使用已被拒绝。请移除此通行密钥，并重新添加。',
    ),
    qrRefused: change(
      '已阻止一次登录您的{brand}',
      '有人试图通过您手机扫描的二维码在电脑上登录您的{brand}。该登录已被阻止，未登录任何设备。请只扫描您面前屏幕上的二维码。',
    ),
    deletionRequested: withReceipt(
      change('您的{brand}即将注销', '您的{brand}已提交注销申请，所有设备已退出登录。账号将于{date}永久注销。'),
    ),
    deletionReminder: {
      subject: '您的{brand}即将注销',
      heading: '您的{brand}即将注销',
      paragraphs: ['您的{brand}（账号 ID：{number}）将于{date}永久注销，注销后无法恢复。'],
      footer: '您收到此邮件，是因为您的{brand}已提交注销申请。如需帮助，请联系 {supportEmail}。',
    },
    deletionWithdrawn: change('您的{brand}注销申请已撤回', '您的{brand}注销申请已撤回，数据没有丢失，登录后即可继续使用。'),
    exportAsked: change('有人申请了您的{brand}数据副本', '有人申请了您的数据副本。准备好后，我们会通知您下载。'),
    guardianCopied: change('监护人申请了您的{brand}数据副本', '您的监护人申请了您的数据副本，其中不含您与我们的往来消息。'),
    exportReady: change('您的{brand}数据副本已就绪', '数据副本已就绪，有效期为 21 天。请登录后在“您的数据”中下载。'),
    termsAhead: terms('{brand}协议将于{date}更新', '协议将于{date}更新，主要变化：{changes}'),
    termsDue: terms('请于{date}前确认新的{brand}协议', '请于{date}前确认新的协议。您可以同意、下载数据或注销账号。主要变化：{changes}'),
    settingsErased: change('您的{brand}同步设置已清除', '您同步的设置已清除，电脑上的设置不受影响。'),
    operatorLooked: operation(
      '工作人员查看了您的{brand}',
      '我们的工作人员查看了您的账号，原因：{reason}，工单号：{case}。每次查看都会记录在“账号安全 › 消息与访问记录”中。',
    ),
    requestAnswered: operation('您的申请{target}已有答复', '您的申请{target}已有答复，请登录后在“您的数据”中查看。'),
    guardianAgreed: change('您已同意孩子使用账号', '您已同意“{name}”使用账号。', '您已同意“{name}”使用账号'),
    guardianFreed: change('监护人已同意您使用{brand}', '您的监护人已同意，您现在可以使用账号了。'),
    guardianEnds: operation('监护关系即将结束', '自{date}起，账号由“{name}”本人管理。', '自{date}起，账号由“{name}”本人管理'),
    childDue: operation('请监护人于{date}前同意', '请监护人于{date}前同意，否则账号将被注销。'),
    exportDownloaded: change('您的{brand}数据副本已被下载', '您的数据副本已被下载。'),
    accountLocked: operation('您的{brand}已被锁定', '我们已锁定您的{brand}，所有设备已退出登录，目前无法登录。'),
    deletionRestored: operation('您的{brand}不会被注销', '我们已终止您的{brand}的注销。如需注销，请登录后重新申请。'),
    wayBack: operation('如何找回您的{brand}', '客服为您发送了找回{brand}的页面地址。'),
    accountUnlocked: operation('您的{brand}已解除锁定', '您的{brand}已解除锁定，您可以重新登录。'),
    newBrowser: change('您的{brand}在新浏览器登录', '有人在新的浏览器登录了您的{brand}：{target}。'),
    newPlace: change('您的{brand}有异常登录', '您的{brand}刚刚有一次异常登录：{target}。'),
    contactGuessed: change(
      '有人在猜测您{brand}的手机号或邮箱',
      '有人登录您的{brand}后，多次猜测其中的手机号或邮箱。一天内的后续尝试已被拒绝。',
    ),
    failedSignIns: change('有人输错您的{brand}密码', '您的{brand}有{target}次登录因密码错误失败，没有人登录成功，您的密码仍然有效。'),
    recoveryBegun: change(
      '有人申请重置您的{brand}密码',
      '有人申请了重置您{brand}密码的验证码，验证码已发送至该账号的其他手机号或邮箱。账号目前没有任何更改。',
    ),
    appAllowed: change('您的{brand}已授权一个应用', '应用“{name}”已获得访问您的{brand}的授权。', '您的{brand}已授权应用“{name}”'),
    noticesChanged: change('您的{brand}通知设置已更改', '您接收{brand}通知的方式已更改。重要通知仍会发送至所有手机号和邮箱。'),
    digest: {
      ...change('您的{brand}另有 {n} 条安全动态', ''),
      paragraphs: ['您的账号在短时间内有多条动态，我们将其合并为一条消息。账号 ID：{number}。', '如均为您本人操作，请忽略此邮件。'],
    },
    frozen: change('您的{brand}已冻结', '您的{brand}已冻结：所有设备已退出登录，应用的授权已取消，近期更改已撤回。'),
    unfrozen: change('您的{brand}已解冻', '您的{brand}已通过身份验证解冻，并设置了新密码。'),
    sessionsEnded: operation('您的{brand}已在所有设备退出登录', '我们已将您的{brand}在所有设备上退出登录，您可以重新登录。'),
  },
  staffReasons,
  unnamedPasskey: '通行密钥',
  changeLinks: {
    contact: {
      paragraph: '如有疑问，或认为操作有误，请联系 {supportEmail}。',
      label: '联系我们',
    },
    freeze: {
      paragraph: '如非您本人操作，请在 {hours} 小时内点击下方按钮。无需登录，在您于打开的页面确认之前，不会执行任何操作。',
      label: '不是我',
    },
    freezePage: {
      paragraph: '如非您本人操作，请使用手机或邮箱验证码冻结账号。',
      label: '冻结账号',
    },
    recover: {
      paragraph: '请在该页面上提供您持有的凭据：曾用的手机号或邮箱、密码、通行密钥或恢复码。',
      label: '找回账号',
    },
    wayBack: {
      paragraph: '您可以随时验证身份并解冻。冻结期间，任何人都无法更改账号。',
      label: '解冻账号',
    },
    separate: {
      paragraph: '如非您本人操作，或合并有误，请在 {hours} 小时内点击下方按钮，恢复为两个账号。',
      label: '撤销合并',
    },
    stop: {
      paragraph: '无需登录。在您选择之前，不会执行任何操作。',
      label: '立即阻止',
    },
    finish: {
      paragraph: '按钮在 7 天内有效。',
      label: '设置新密码',
    },
    withdraw: {
      paragraph: '在此之前，您可以点击下方按钮或登录账号撤回申请，并保留全部数据。',
      label: '撤回申请',
    },
  },
} as const satisfies MailTexts;

const sms = (purpose: string) => `【{brand}】验证码 {code}，用于${purpose}，{minutes} 分钟内有效，请勿告知他人。\n\n@{domain} #{code}`;

export const smsTexts = {
  register: sms('注册账号'),
  login: sms('登录'),
  reset: sms('重置密码'),
  verify: sms('验证身份'),
  bind: sms('绑定此手机号'),
  freeze: sms('冻结账号'),
  recover: sms('找回账号'),
  upgrade: sms('升级或合并账号'),
  delete: sms('永久注销账号'),
} as const satisfies SmsTexts;

const notice = (happened: string) => `【{brand}】${happened}时间：{time}，网络地址：{place}。`;

export const changeSmsTexts = {
  changes: {
    passwordChanged: notice('您的密码已修改。'),
    passwordSet: notice('您的账号已设置密码。'),
    passwordReset: notice('您的密码已重置，所有设备已退出登录。'),
    passwordGuessed: notice('有人多次输入您的账号密码，均不正确。'),
    passwordPaused: notice('由于错误密码次数过多，30 天内无法在陌生浏览器上使用密码登录，您仍可使用验证码登录。'),
    passwordRemoved: notice('您的密码已移除，其他设备已退出登录。'),
    totpAdded: notice('您的账号已添加身份验证器应用。'),
    totpRemoved: notice('您的账号已移除身份验证器应用，其他设备已退出登录。'),
    recoveryCodesMade: notice('您的账号已生成新的恢复码。'),
    recoveryCodeUsed: notice('您的账号使用了一个恢复码。'),
    twoStepOn: notice('您的账号已开启两步验证，其他设备已退出登录。'),
    twoStepOff: notice('您的账号已关闭两步验证，其他设备已退出登录。'),
    phoneBound: notice('手机号{target}已绑定到您的账号。'),
    phoneChanged: notice('您的账号手机号已更换为{target}。'),
    phoneUnbound: notice('手机号{target}已从您的账号解绑。'),
    emailBound: notice('邮箱{target}已绑定到您的账号。'),
    emailChanged: notice('您的账号邮箱已更换为{target}。'),
    emailUnbound: notice('邮箱{target}已从您的账号解绑。'),
    deviceAdded: notice('一台设备已通过“{name}”登录您的账号。'),
    upgraded: notice('您的旧版账号已升级为{brand}。'),
    merged: notice('您的旧版账号已合并到{brand}（{number}）。'),
    mergeUndone: notice('您的{brand}与旧版账号的合并已撤销。'),
    socialBound: notice('您的账号已绑定{target}。'),
    socialUnbound: notice('您的账号已解绑{target}，其他设备已退出登录。'),
    claimOpened: '【{brand}】{time}，有人在{place}申请找回您的{brand}（{number}）。若无人阻止，对方可于 {due} 设置新密码。',
    claimReminder: '【{brand}】找回您的{brand}（{number}）的申请仍在等待。若无人阻止，对方可于 {due} 设置新密码。',
    claimStopped: notice('找回您账号的申请已被阻止，对方无法通过此申请登录。'),
    claimDue: '【{brand}】您找回账号（{number}）的申请未被阻止。',
    waitOpened: '【{brand}】{time}，有人在{place}申请对您的{brand}（{number}）进行操作：{what}。若无人阻止，最早将于 {due} 生效。',
    waitReminder: '【{brand}】您的{brand}（{number}）有一项申请仍在等待：{what}。若无人阻止，最早将于 {due} 生效。',
    waitDue: '【{brand}】等待期已结束：有人申请对您的{brand}（{number}）进行操作：{what}，现在可以完成。',
    waitStopped: notice('申请已被阻止，未作任何更改。'),
    waitDone: notice('等待期已结束，已完成申请的操作：{what}。所有设备已退出登录。'),
    recoveryDone: notice('有人找回了您的账号并设置了新密码，所有设备已退出登录。'),
    passkeyAdded: notice('您的账号已添加通行密钥“{name}”。'),
    passkeyRemoved: notice('您的账号已移除通行密钥“{name}”，其他设备已退出登录。'),
    passkeySuspect: notice('您账号的通行密钥“{name}”可能存在副本，本次使用已被拒绝。请移除后重新添加。'),
    qrRefused: notice('已阻止一次电脑登录，未登录任何设备。请只扫描您面前屏幕上的二维码。'),
    deletionRequested: notice('您的账号已提交注销申请，将于{date}永久注销。注销回执：{receipt}。'),
    deletionReminder: '【{brand}】您的账号将于{date}永久注销。',
    deletionWithdrawn: notice('您的账号注销申请已撤回。'),
    exportAsked: notice('有人申请了您的数据副本。'),
    guardianCopied: notice('您的监护人申请了您的数据副本。'),
    exportReady: notice('数据副本已就绪，有效期为 21 天。请登录后在“您的数据”中下载。'),
    exportDownloaded: notice('您的数据副本已被下载。'),
    termsAhead: '【{brand}】协议将于{date}更新。时间：{time}。',
    termsDue: '【{brand}】请于{date}前确认新的协议。您可以同意、下载数据或注销账号。时间：{time}。',
    guardianAgreed: notice('您已同意“{name}”使用账号。'),
    guardianFreed: notice('您的监护人已同意您使用账号。'),
    guardianEnds: '【{brand}】自{date}起，账号由“{name}”本人管理。时间：{time}。',
    childDue: '【{brand}】请监护人于{date}前同意，否则账号将被注销。时间：{time}。',
    settingsErased: notice('您同步的设置已清除。'),
    operatorLooked: '【{brand}】我们的工作人员查看了您的账号，原因：{reason}，工单号：{case}。时间：{time}。',
    requestAnswered: '【{brand}】您的申请{target}已有答复，请登录后在“您的数据”中查看。时间：{time}。',
    accountLocked: '【{brand}】您的账号已被锁定，所有设备已退出登录。时间：{time}。',
    deletionRestored: '【{brand}】我们已终止您的账号的注销。时间：{time}。',
    wayBack: '【{brand}】客服为您发送了找回账号的页面地址。时间：{time}。',
    accountUnlocked: '【{brand}】您的账号已解除锁定，可以重新登录。时间：{time}。',
    newBrowser: notice('您的账号在新浏览器登录：{target}。'),
    newPlace: notice('您的账号有异常登录：{target}。'),
    contactGuessed: notice('有人登录您的账号后，多次猜测其中的手机号或邮箱，后续尝试已被拒绝。'),
    failedSignIns: notice('您的账号有{target}次登录因密码错误失败，没有人登录成功。'),
    recoveryBegun: notice('有人申请了重置您账号密码的验证码，账号目前没有任何更改。'),
    appAllowed: notice('应用“{name}”已获得访问您账号的授权。'),
    noticesChanged: notice('您账号的通知设置已更改。'),
    digest: '【{brand}】您的账号另有 {n} 条安全动态，最近一条：{what}。时间：{time}。',
    frozen: notice('您的账号已冻结，所有设备已退出登录。'),
    unfrozen: notice('您的账号已通过身份验证解冻，并设置了新密码。'),
    sessionsEnded: '【{brand}】您的账号已在所有设备退出登录。时间：{time}。',
  },
  links: {
    freeze: '如非本人操作，请冻结账号：{href}',
    freezePage: '如非本人操作，请冻结账号：{href}',
    wayBack: '解冻账号：{href}',
    recover: '{href}',
    separate: '如非本人操作，请在 {hours} 小时内撤销合并：{href}',
    contact: '如有疑问，请联系 {supportEmail}',
    stop: '如非您本人，请立即阻止：{href}',
    finish: '请在 7 天内设置新密码：{href}',
    withdraw: '如需保留，请撤回申请：{href}',
  },
} as const satisfies ChangeSmsTexts;
