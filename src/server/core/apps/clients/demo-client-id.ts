/** The app that a development server registers: everybody knows it, so production keeps none. */
export const demoClientId = 'cedar-demo';
