/**
 * Whether an id, a class or the like was made by a build or a framework, so that it is another one tomorrow: `:r1:`,
 * `ember123`, `css-1x2y3z`, a UUID. Pages run it too: it uses nothing from outside.
 */
export function isGenerated(value: string): boolean {
  const ofFrameworks =
    /^(?:radix|mui|headlessui|ember|ext|mat|cdk|css|sc|jss|svelte|emotion|chakra|ng|data-v|yui|gwt-uid|j_idt|ctl|el-id|rc|react-select|react-aria|downshift|popover|tippy|aria|input|id|uid|auto)(?:[-_].*\d|\d)/i;
  if (/[:«»]|^_[rR]_/.test(value) || ofFrameworks.test(value)) return true;
  if (/^(?:css|sc|jss|svelte|emotion)-[A-Za-z]+$|__[A-Za-z]*[a-z][A-Z]|__\w*\d/.test(value)) return true;
  if (/^select2-.+-result-[a-z0-9]{4}-/.test(value)) return true;
  if (/\d{3}|[0-9a-f]{8}-[0-9a-f]{4}/i.test(value)) return true;
  return value
    .split(/[^A-Za-z0-9]+/)
    .some(part => part.length > 4 && (part.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length > 2);
}
