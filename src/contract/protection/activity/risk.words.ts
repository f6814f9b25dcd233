/** Unusual signals of a sign-in, in the order in which they are named (ADR 68). */
export const riskSignals = ['newBrowser', 'newNetwork', 'newCountry', 'velocity', 'freshWay', 'afterRecovery'] as const;

export type RiskSignal = (typeof riskSignals)[number];

/** `calm` is told to nobody; `unusual` to the owner; `risky` to every phone and email, and asks for a second step. */
export const riskLevels = ['calm', 'unusual', 'risky'] as const;

export type RiskLevel = (typeof riskLevels)[number];
