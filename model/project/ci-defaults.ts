/** What a CI script does where nothing else is asked for. */
export const CI_DEFAULTS = {
  reports: ['junit', 'html'],
  upload: false,
  cache: true,
  installBrowser: true,
  nodeVersion: '22',
  /** Of a job. */
  timeoutMinutes: 60,
} as const;
