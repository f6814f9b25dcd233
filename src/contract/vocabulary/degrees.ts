/** Degrees as stored, lowest first (spec 3); '' for none. The text of the n-th (from 1) is `d.<n>`. */
export const degrees = ['primarySchool', 'juniorMiddleSchool', 'seniorMiddleSchool', 'bachelor', 'master', 'doctor', 'postdoctor'] as const;
