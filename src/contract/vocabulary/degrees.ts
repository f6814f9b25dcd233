/** Degrees as an account stores them, lowest first (spec 3); an account without one has ''. The text of the n-th (from 1) is `d.<n>`. */
export const degrees = ['primarySchool', 'juniorMiddleSchool', 'seniorMiddleSchool', 'bachelor', 'master', 'doctor', 'postdoctor'] as const;
