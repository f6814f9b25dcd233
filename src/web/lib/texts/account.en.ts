import { apps } from '#messages/en/screens/apps.ts';
import { avatar } from '#messages/en/screens/avatar.ts';
import { devices } from '#messages/en/screens/devices.ts';
import { home } from '#messages/en/screens/home.ts';
import { profile } from '#messages/en/screens/profile.ts';
import { security } from '#messages/en/screens/security.ts';

/** What the signed-in shell, the account home and the profile say. */
export const texts = { ...home, ...security, ...profile, ...avatar, ...apps, ...devices };
