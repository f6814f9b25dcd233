import type { Catalogue } from '#messages/catalogue.ts';

/** Texts of a page inside a window of the desktop, which are there before any script. */
export const embedded: Catalogue['embedded'] = {
  slow: '加载时间较长，请重试',
  offline: '网络已断开，正在重试…',
  close: '已完成，可以关闭此窗口。',
  language: '语言',
};
