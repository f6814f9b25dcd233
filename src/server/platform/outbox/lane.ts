/**
 * For whom a message leaves, and so which budget of the site it takes from (ADR 43).
 *
 * - `stranger`: a code for somebody of whom nothing is known: at most 60 % of the budget of codes.
 * - `holder`: a code for somebody who is at home here: what strangers may not have, and whatever they leave.
 * - `notice`: no code: what happened to an account. A budget of its own, which no code touches.
 */
export type Lane = 'stranger' | 'holder' | 'notice';
