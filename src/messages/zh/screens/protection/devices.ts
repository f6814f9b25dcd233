import type { devices as english } from '#messages/en/screens/protection/devices.ts';

/** Devices. */
export const devices = {
  'dv.this': '本机',
  'dv.last': '上次使用',
  'dv.active': '当前在线',
  'dv.noName': '未知设备',
  'dv.unknown': '不认识？',
  'dv.browser': '{os}上的{browser}',
  'dv.app': '浏览器',
  'dv.network': '网络 {address}',
  'dv.others': '退出其他所有设备',
  'dv.others.h': '退出其他所有设备？',
  'dv.others.b': '其他所有设备都会退出登录，本机不受影响。',
  'dv.near': '{place}附近',
  'time.atDay': '{day} {time}',
  'place.HK': '中国香港',
  'place.MO': '中国澳门',
  'place.TW': '中国台湾',
  'so.dk.h': '退出登录？',
  'so.dk.q': '同时退出 {computer} 上的账号',
  'dv.first': '首次登录',
  'dv.system': '系统',
  'dv.place': '地点',
  'dv.apps': '应用',
  'dv.end': '退出登录',
  'dv.ended': '已退出',
} as const satisfies Record<keyof typeof english, string>;
