import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { geetestAccount, turnstileAccount, yidunAccount } from './captcha-simulators.ts';
import { qqApp } from './qq-simulator.ts';
import { aliyunAccount, tencentAccount, twilioAccount } from './sms-simulators.ts';
import { wechatPushToken } from './wechat-follow-simulator.ts';
import { wechatApps } from './wechat-simulator.ts';
import { weiboApp } from './weibo-simulator.ts';

type Environment = Readonly<Record<string, string>>;

const platformEnvironments: Readonly<Record<Platform, Environment>> = {
  wechat: {
    WECHAT_APP_ID: wechatApps.website.id,
    WECHAT_APP_SECRET: wechatApps.website.secret,
    WECHAT_SERVICE_APP_ID: wechatApps.service.id,
    WECHAT_SERVICE_APP_SECRET: wechatApps.service.secret,
    WECHAT_PUSH_TOKEN: wechatPushToken,
  },
  weibo: { WEIBO_APP_ID: weiboApp.id, WEIBO_APP_SECRET: weiboApp.secret },
  qq: { QQ_APP_ID: qqApp.id, QQ_APP_KEY: qqApp.secret },
};

/** Environment that sends a server to the simulators of the platforms. */
export function platformEnvironment(origin: string): Environment {
  return Object.assign({ SIMULATORS_URL: origin }, ...platforms.map((platform) => platformEnvironments[platform]));
}

/** Environment that sends a server to the simulators of the SMS providers. */
export function smsEnvironment(origin: string): Environment {
  return {
    SIMULATORS_URL: origin,
    SMS_ADAPTER: 'aliyun,tencent,twilio',
    ALIYUN_SMS_KEY_ID: aliyunAccount.keyId,
    ALIYUN_SMS_KEY_SECRET: aliyunAccount.keySecret,
    ALIYUN_SMS_SIGN: aliyunAccount.signName,
    ALIYUN_SMS_TEMPLATES: '{"code":{"id":"SMS_154950909"},"code:en_US":{"id":"SMS_154950910","params":["code","minutes"]}}',
    TENCENT_SMS_SECRET_ID: tencentAccount.secretId,
    TENCENT_SMS_SECRET_KEY: tencentAccount.secretKey,
    TENCENT_SMS_APP_ID: tencentAccount.appId,
    TENCENT_SMS_SIGN: tencentAccount.signName,
    TENCENT_SMS_TEMPLATES: '{"code":{"id":"1110","params":["code","minutes"]}}',
    TWILIO_ACCOUNT_SID: twilioAccount.accountSid,
    TWILIO_AUTH_TOKEN: twilioAccount.authToken,
    TWILIO_FROM: twilioAccount.from,
  };
}

/** Environment that sends a server to the simulators of the captcha services. */
export function captchaEnvironment(origin: string): Environment {
  return {
    SIMULATORS_URL: origin,
    CAPTCHA_CN: 'yidun',
    CAPTCHA_ELSEWHERE: 'turnstile',
    YIDUN_CAPTCHA_ID: yidunAccount.captchaId,
    YIDUN_SECRET_ID: yidunAccount.secretId,
    YIDUN_SECRET_KEY: yidunAccount.secretKey,
    YIDUN_ANTICHEAT_BUSINESS_ID: yidunAccount.businessId,
    YIDUN_ANTICHEAT_PRODUCT: yidunAccount.productNumber,
    GEETEST_CAPTCHA_ID: geetestAccount.captchaId,
    GEETEST_CAPTCHA_KEY: geetestAccount.captchaKey,
    TURNSTILE_SITE_KEY: turnstileAccount.siteKey,
    TURNSTILE_SECRET: turnstileAccount.secret,
  };
}
