/**
 * The budget of the site that a message takes from (ADR 10).
 * - `stranger`: a code for a stranger: at most 60 % of the budget of codes.
 * - `holder`: a code for a known person: the part reserved from strangers, and the rest of theirs.
 * - `notice`: a message about an account, not a code. A separate budget that codes cannot use.
 */
export type Lane = 'stranger' | 'holder' | 'notice';
