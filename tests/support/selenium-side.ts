/** `${name}`, as Selenium IDE writes it. */
export const variable = (name: string): string => ['$', '{', name, '}'].join('');

export type SideLine = readonly [command: string, target?: string, value?: string];

/** A project of Selenium IDE with one test. */
export const side = (...commands: readonly SideLine[]) => ({
  id: '1',
  version: '2.0',
  name: 'Shop',
  url: 'https://shop.example',
  tests: [
    {
      id: 't',
      name: 'Basket',
      commands: commands.map(([command, target = '', value = '']) => ({
        id: 'c',
        command,
        target,
        targets: [],
        value,
      })),
    },
  ],
});
