import { consent } from '#messages/zh/screens/consent.ts';
import { devices } from '#messages/zh/screens/devices.ts';
import { link } from '#messages/zh/screens/link.ts';

/** What the pages say that an app or a device leads to. */
export const texts = { ...consent, ...devices, ...link };
