import { apps } from '#messages/zh/screens/apps.ts';
import { avatar } from '#messages/zh/screens/avatar.ts';
import { devices } from '#messages/zh/screens/devices.ts';
import { home } from '#messages/zh/screens/home.ts';
import { profile } from '#messages/zh/screens/profile.ts';
import { security } from '#messages/zh/screens/security.ts';

/** What the signed-in shell, the account home and the profile say. */
export const texts = { ...home, ...security, ...profile, ...avatar, ...apps, ...devices };
