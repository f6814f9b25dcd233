import { consent } from '#messages/en/screens/consent.ts';
import { devices } from '#messages/en/screens/devices.ts';
import { link } from '#messages/en/screens/link.ts';

/** What the pages say that an app or a device leads to. */
export const texts = { ...consent, ...devices, ...link };
