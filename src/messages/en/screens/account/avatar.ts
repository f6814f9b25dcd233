/** The avatar's page, beside `profile.ts`. */
export const avatar = {
  'av.path': 'Breadcrumb',
  'av.stage': 'Image position',
  'av.stageHint': 'Drag to move the image. Use the arrow keys to move it, and plus and minus to zoom.',
  'av.uploading': 'Uploading…',
  'av.percent': '{n}%',
} as const;
