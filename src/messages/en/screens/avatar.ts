/** The avatar's page, beside `profile.ts`. */
export const avatar = {
  'av.path': 'Where this page is',
  'av.stage': 'Position of the image',
  'av.stageHint': 'Drag to move the image. Arrow keys move it, plus and minus zoom.',
  'av.uploading': 'Uploading…',
  'av.percent': '{n}%',
} as const;
