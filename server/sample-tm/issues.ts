/** The issues of the made-up service: requirements of the sample shop with the Cucumber tests that cover them. */

export interface TestIssue {
  key: string;
  summary: string;
  labels?: readonly string[];
  /** Whether it has examples. */
  isOutline?: boolean;
  /** Steps and examples, as people wrote them. */
  lines: readonly string[];
}

export interface Requirement {
  key: string;
  summary: string;
  description: string;
  /** Of Gherkin; default: English. */
  language?: string;
  /** Steps before those of each test. */
  precondition?: readonly string[];
  tests: readonly TestIssue[];
}

export const REQUIREMENTS: readonly Requirement[] = [
  {
    key: 'SHOP-2',
    summary: 'Signing in',
    description: 'Only people who are known see their orders.',
    tests: [
      {
        key: 'SHOP-201',
        summary: 'A customer signs in and out',
        labels: ['smoke'],
        lines: ['Given a customer is signed in', 'When the customer signs out', 'Then nobody is signed in'],
      },
      {
        key: 'SHOP-202',
        summary: 'Wrong passwords are refused',
        isOutline: true,
        lines: [
          'When "<user>" signs in with the password "<password>"',
          'Then the page says "<message>"',
          '',
          'Examples:',
          '  | user   | password  | message                                  |',
          '  | ann    | autumn-17 | The user name or the password is wrong.  |',
          '  | nobody | spring-42 | The user name or the password is wrong.  |',
        ],
      },
    ],
  },
  {
    key: 'SHOP-3',
    summary: 'The basket',
    description: 'What people want to buy is kept until they order it.',
    precondition: ['Given a customer is signed in'],
    tests: [
      {
        key: 'SHOP-301',
        summary: 'The basket takes what is put into it',
        labels: ['smoke'],
        isOutline: true,
        lines: [
          'When <quantity> of <product> are put into the basket',
          'Then the basket shows what they cost together',
          '',
          'Examples:',
          '  | product    | quantity |',
          '  | enamel-mug | 2        |',
        ],
      },
      {
        key: 'SHOP-302',
        summary: 'The basket is emptied',
        lines: ['Given something is in the basket', 'When everything is taken out', 'Then the basket is empty'],
      },
    ],
  },
  {
    key: 'SHOP-4',
    summary: 'Delivery and payment',
    description: 'An order is paid for before it is sent.',
    tests: [
      {
        key: 'SHOP-401',
        summary: 'An order is sent to another address',
        lines: [
          'Given a customer is signed in',
          'And something is in the basket',
          'When the delivery goes to',
          '  | street     | Harbour Road 12 |',
          '  | postcode   | 20457           |',
          '  | city       | Hamburg         |',
          'And a card pays for it',
          'Then the order is confirmed',
        ],
      },
      {
        key: 'SHOP-402',
        summary: 'A gift carries a message',
        lines: [
          'Given something is in the basket',
          'When it is wrapped as a gift with the message',
          '  """',
          '  Happy birthday!',
          '  """',
          'Then the receipt shows the message',
        ],
      },
    ],
  },
  {
    key: 'SHOP-5',
    summary: 'Merkzettel',
    description: 'Was gefällt, wird gemerkt.',
    language: 'de',
    tests: [
      {
        key: 'SHOP-501',
        summary: 'Ein Artikel wird gemerkt',
        lines: [
          'Angenommen eine Kundin ist angemeldet',
          'Wenn sie einen Artikel merkt',
          'Dann steht er auf dem Merkzettel',
        ],
      },
    ],
  },
];

/** Tests whose scenarios are written in the sample project: they take results, and no saved query selects them. */
export const TESTS_OF_PROJECT: readonly string[] = ['SHOP-101', 'SHOP-102', 'SHOP-103'];

/** Saved queries by their number: which tests they select. */
export const FILTERS: ReadonlyMap<string, (test: TestIssue) => boolean> = new Map<string, (test: TestIssue) => boolean>(
  [
    ['10001', () => true],
    ['10002', test => test.labels?.includes('smoke') ?? false],
    ['10003', () => false],
  ],
);
