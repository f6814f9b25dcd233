/** Names of the sections, which only developers read. */
export const sections = {
  buttons: 'Buttons',
  fields: 'Text fields',
  choices: 'Choices',
  email: 'Email suggestions',
  codes: 'Codes',
  toasts: 'Toasts',
  dialogs: 'Dialogs',
  rows: 'Rows',
  values: 'Key and value',
  register: 'A whole form',
};
