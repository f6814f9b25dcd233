/** Groups of ages that an account may be in: under the age of its region's gate, under 18, or of age. */
export type AgeBand = 'child' | 'minor' | 'adult';

/** Answer of a guardian about a child's account. Only with `agreed` may it do more than leave. */
export const guardianAnswers = ['waiting', 'agreed', 'withdrawn'] as const;

export type GuardianAnswer = (typeof guardianAnswers)[number];

/** How a guardian is related to the child. */
export const guardianRelations = ['parent', 'guardian'] as const;

export type GuardianRelation = (typeof guardianRelations)[number];

/** Why an account cannot be the guardian of a child: `data.because` of refusal 3023. */
export const guardianRefusals = ['underAge', 'tooNew', 'samePerson', 'full', 'recovered', 'unverified'] as const;

export type GuardianRefusal = (typeof guardianRefusals)[number];

/** Version of the text to which a guardian agrees (`childAgreement` in `src/messages`), yyyy-mm-dd. A changed text needs a new one. */
export const guardianTextVersion = '2026-11-24';

/** Fate of everything that was added to an account before the end of childhood. */
export const grownChoices = ['keep', 'clean'] as const;

export type GrownChoice = (typeof grownChoices)[number];

/** Days in which the owner may choose that, and in which the terms may be put off. */
export const grownDays = { choice: 90, terms: 30 } as const;

/** Days between two copies of a child's data that one guardian asks for. */
export const childCopyDays = 7;

/** Days in which a guardian has to agree to a new account, and in which a withdrawal can be undone. */
export const guardianDays = { waiting: 14, withdrawn: 15 } as const;

/** Days that an invitation works. */
export const invitationDays = 7;

export const guardiansOfChild = 2;

export const childrenOfGuardian = 10;
