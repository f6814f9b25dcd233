import type { allEndpoints } from '#contract/all.ts';

/** The name of a call that may begin a session: a table over them does not compile without a new one. */
export type SessionBeginning = {
  [Group in keyof typeof allEndpoints]: {
    [Name in keyof (typeof allEndpoints)[Group]]: (typeof allEndpoints)[Group][Name] extends { readonly beginsSession: true }
      ? Name
      : never;
  }[keyof (typeof allEndpoints)[Group]];
}[keyof typeof allEndpoints];
