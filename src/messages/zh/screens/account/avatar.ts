import type { avatar as english } from '#messages/en/screens/account/avatar.ts';

/** The avatar's page, beside `profile.ts`. */
export const avatar = {
  'av.path': '当前位置',
  'av.stage': '图片位置',
  'av.stageHint': '拖动可移动图片，也可使用方向键移动、加号和减号缩放。',
  'av.uploading': '正在上传…',
  'av.percent': '{n}%',
} as const satisfies Record<keyof typeof english, string>;
