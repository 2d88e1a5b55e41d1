import type { ActionVerb } from '../verb.ts';

const OF_PAGE = ['load', 'idle'];
const WITH_VALUE = ['url', 'script'];
const OF_ELEMENT = ['visible', 'hidden', 'enabled'];

export const wait: ActionVerb = {
  name: 'wait',
  type: 'wait',
  usage: 'wait <element> [visible|hidden|enabled] | load | idle | url <pattern> | script <js> | <ms>',
  about: 'wait until',
  read(words) {
    const { next = '', left } = words;
    if (left === 1 && /^\d+$/.test(next))
      return { type: 'wait', fields: { until: 'time', value: words.take('the time') } };
    if (left === 1 && OF_PAGE.includes(next)) return { type: 'wait', fields: { until: words.take('what') } };
    if (left === 2 && WITH_VALUE.includes(next))
      return { type: 'wait', fields: { until: words.take('what'), value: words.take('the value') } };
    const isState = (word: string | undefined) => word !== undefined && OF_ELEMENT.includes(word);
    if (next === 'text' && left > 1) words.take('text');
    const locator = words.takeElement(isState(words.last) ? 1 : 0);
    return {
      type: 'wait',
      fields: { until: words.left > 0 ? words.take('the state') : 'visible' },
      elements: { locator },
    };
  },
};
