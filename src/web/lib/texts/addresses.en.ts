import { addresses } from '#messages/en/screens/addresses.ts';

/** What changes of phone and email say, and the pages behind their mailed links. */
export const texts = { ...addresses };
