import { upgrade } from '#messages/zh/screens/upgrade.ts';

/** What the upgrade of a legacy account says, and the page that takes a merge back. */
export const texts = { ...upgrade };
