import { deletion } from '#messages/en/screens/deletion.ts';

/** What the deletion of an account says. */
export const texts = { ...deletion };
