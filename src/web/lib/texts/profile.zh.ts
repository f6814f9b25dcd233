import { vocabulary } from '#messages/zh/vocabulary.ts';

/** Genders, degrees and industries. */
export const texts = { ...vocabulary };
