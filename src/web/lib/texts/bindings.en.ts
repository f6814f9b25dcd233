import { bindings } from '#messages/en/screens/bindings.ts';

/** What social accounts say: where they are linked, and where people come back from a platform. */
export const texts = { ...bindings };
