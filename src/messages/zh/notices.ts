import { limits } from '#contract/limits.ts';
import type { notices as english } from '#messages/en/notices.ts';

/** Toasts by number (404 also when offline) and messages without a number (spec 8). Answers carry them as `msg`. */
export const notices = {
  'toast.1000': '未知错误，请稍后再试',
  'toast.1008': '获取服务器配置失败，请稍后再试',
  'toast.400': '请求参数错误',
  'toast.403': '您没有此操作的权限',
  'toast.500': '服务器错误，请稍后再试',
  'toast.504': '请求超时，请稍后再试',
  'toast.404': '网络异常，请检查网络设置或稍后再试',
  'toast.1010': '您的操作存在风险，请核实后重试',
  'toast.1011': '今日获取验证码次数已达上限，请明天再试',
  'toast.1024': '每天仅可修改 1 次',
  'toast.1026': '此微信号已注册新版账号，请使用该账号登录',
  'toast.1027': '头像不符合要求，请重新上传',
  'toast.2000': `请求超时，${limits.redirectAfterExpirySeconds} 秒后将返回登录页`,
  'toast.1022': `请求超时，${limits.redirectAfterExpirySeconds} 秒后将返回用户中心`,
  'toast.4010': '您的账号存在风险，请修改密码后重新登录',
  'msg.unsafe': '注册环境存在风险，请稍后再试',
  'msg.freq': '操作过于频繁，请稍后再试',
  'msg.signupLimit': '今日注册次数已达上限，请明天再试',
  'msg.mailLimit': '获取邮件的次数已达上限，请稍后再试',
  'msg.badLogin': '账号或密码错误',
  'msg.expired': '登录状态已过期，请重新登录',
  'msg.timeout': '请求超时，请稍后再试',
  'msg.respTimeout': '响应超时，请稍后再试',
  'msg.captchaFail': '人机验证未通过，请重试',
  'msg.pwdRecent': '您近期修改过密码，暂时无法注销账号',
  'toast.requestId': '请求编号 {id}',
} as const satisfies Record<keyof typeof english, string>;
