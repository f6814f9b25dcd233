import { vocabulary } from '#messages/en/vocabulary.ts';

/** Genders, degrees and industries. */
export const texts = { ...vocabulary };
