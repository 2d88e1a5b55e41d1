@flow3
Feature: Link steps to tests
  A step is red until a test is plugged into it, and black from then on.

  Scenario Outline: A red step gets a test that was just made
    Given Ann has the project <project> open
    When she makes the test <test> in the module <module>
    And she opens the scenario <scenario>
    And she plugs the test <test> into the step <step>
    Then the step <step> is black, linked to <test>

    Examples:
      | project   | module  | test         | scenario              | step                       |
      | link-good | Returns | Send it back | An order is sent back | the customer sends it back |

  Scenario Outline: A step whose test is deleted is red again
    Given Ann has the project <project> open
    When she opens the scenario <scenario>
    And she deletes the test of the step <step>
    And she opens the scenario <scenario>
    Then the step <step> is red, and says that its test is gone

    Examples:
      | project   | scenario                      | step                   |
      | link-gone | A customer orders with a card | the order is confirmed |

  Scenario Outline: Texts that differ in values alone are linked to one test at once
    Given Ann has the project <project> open
    When she imports the file <file>
    And she links the <count> texts like <pattern> to the test <test>, with the number as <parameter>
    Then <count> texts are linked, and none like <pattern> is red

    Examples:
      | project      | file              | pattern | count | test                | parameter |
      | link-pattern | purchases.feature | I buy   | 3     | Put into the basket | quantity  |
