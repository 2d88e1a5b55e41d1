/** Tools of the default listing: those that the specification names, two that reach all others, and those that save most calls. */
export const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
  ...['getModules', 'createModule', 'editModule', 'deleteModule'],
  ...['getTests', 'createTest', 'editTest', 'deleteTest'],
  ...['getActions', 'createAction', 'editAction', 'deleteAction'],
  ...['getEnvironments', 'createEnvironment', 'editEnvironment', 'deleteEnvironment', 'provisionEnvironments'],
  ...['getIDEState', 'navigateTo', 'runTest', 'stopTest', 'pauseTest', 'resumeTest', 'getTestStatus', 'getTestResults'],
  ...['getPageInfo', 'getPageElements', 'getScreenshot', 'getConsoleLog'],
  ...['setBreakpoint', 'getBreakpoints', 'clearBreakpoints'],
  ...['getAppUrl', 'navigateUrl', 'refreshPage', 'waitForPageReady', 'getIDEUrl', 'setIDEUrl'],
  ...['getAuthConfig', 'configureAuth'],
  ...['findTools', 'useTool', 'openIDE', 'performActions'],
]);
