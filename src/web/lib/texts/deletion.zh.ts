import { deletion } from '#messages/zh/screens/deletion.ts';

/** What the deletion of an account says. */
export const texts = { ...deletion };
