import { limits } from '#contract/limits.ts';
import type { Subject, MailText, MailTexts, SmsTexts } from '#messages/mail-texts.ts';
import { staffReasons } from './staff-reasons.ts';

/** For codes that only a signed-in person can ask for: someone else would be in the account. */
const ofAccount = '不是您在操作？请修改密码。';

function code(title: string, undone: string): MailText {
  return { title, paragraphs: [`{minutes} 分钟内有效。不是您在操作？忽略即可，没有验证码无法${undone}。`] };
}

function codeOfAccount(title: string): MailText {
  return { title, paragraphs: [`{minutes} 分钟内有效。${ofAccount}`] };
}

function app<Text extends string>(title: Subject<Text>, heading: string, paragraph: string): MailText {
  return { title, heading, paragraphs: [paragraph] };
}

const confirm = { paragraph: '也可以在 {hours} 小时内点击下方按钮：', label: '确认邮箱' } as const;

export const mail = {
  code: {
    register: { ...code('注册验证码', '注册'), link: confirm },
    login: code('登录验证码', '登录'),
    reset: {
      ...code('重置密码的验证码', '重置密码'),
      link: { paragraph: '也可以在 {hours} 小时内点击下方按钮：', label: '设置新密码' },
    },
    verify: codeOfAccount('身份验证码'),
    bind: { ...code('绑定邮箱的验证码', '绑定'), link: confirm },
    freeze: code('冻结账号的验证码', '冻结账号'),
    recover: code('找回账号的验证码', '找回账号'),
    upgrade: code('升级账号的验证码', '升级或合并账号'),
    delete: codeOfAccount('注销账号的验证码'),
  },
  digest: { line: '{time}：{what}', more: '另有 {n} 条动态未逐一列出。' },
  listed: {
    reference: '消息编号 {ref}。登录后可在“消息与访问记录”中核对这封邮件。',
    app: '关于您的应用的消息',
    other: '消息',
    titles: {
      digest: '您的账号有多条安全动态',
      socialBound: '您的账号已绑定一个社交账号',
      socialUnbound: '您的账号已解绑一个社交账号',
      deletionRequested: '账号即将注销',
      deletionReminder: '账号即将注销',
      termsAhead: '协议即将更新',
      termsDue: '请确认新的协议',
      requestAnswered: '您的申请已有答复',
      guardianEnds: '监护关系即将结束',
      childDue: '请监护人同意',
    },
  },
  accountCreated: {
    title: '欢迎使用{brand}',
    paragraphs: ['您可以用 {mail} 登录和找回账号。'],
    link: { label: '进入用户中心' },
  },
  alarm: {
    text: {
      title: '{brand}：工作台警报',
      paragraphs: ['成员：{member}。{kind}', '工单号：{case}。请向该成员核实，或查看审计记录。'],
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
      bait: '查看了无主账号。',
      crowd: '所查看的用户今天已被三名成员以不同工单查看。',
    },
  },
  desk: {
    text: {
      title: '{brand}：待答复的数据权利申请（{n}）',
      paragraphs: ['请在服务器上使用 requests 命令查看并答复。'],
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
      '请于{date}前在开发者中心接受或拒绝。如未答复，应用仍归原开发者所有。',
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
      '请在账号的“应用”页面接受或拒绝。在您接受之前，一切保持不变。',
    ),
  },
  facts: { device: '设备', place: '地点', time: '时间', way: '方式' },
  device: '{os}上的{browser}',
  near: '{place}附近',
  network: '网络 {network}',
  nearSms: '{place}附近',
  onSms: '，{device}',
  notice: '【{brand}】{text}',
  support: { before: '如有疑问，请联系 ', label: '{supportEmail}', after: '。', sms: '。咨询：{supportEmail}' },
  receipt: { before: '回执：', label: '注销回执', after: '，请保存。', sms: '。回执：{receipt}' },
  neverAsked: '我们不会通过邮件或短信索要密码或验证码。',
  staffReasons,
  unnamedPasskey: '通行密钥',
} as const satisfies Omit<MailTexts, 'changes' | 'answers'>;

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
