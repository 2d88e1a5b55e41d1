@flow4
Feature: Play a scenario
  A scenario runs in the live browser, and each step says how it ended.

  Scenario Outline: Scenarios pass, or say what nothing implements
    Given Ann has the project <project> open
    When she opens the scenario <scenario>
    And she plays it
    Then the scenario <scenario> has <state>

    Examples:
      | project   | scenario                      | state           |
      | play-good | A customer orders with a card | passed          |
      | play-red  | An order is sent back         | not implemented |

  Scenario Outline: A failing test fails its scenario
    Given Ann has the project <project> open
    When she opens the scenario <scenario>
    And she plugs the test <test> into the step <step>
    And she plays it
    Then the scenario <scenario> has <state>

    Examples:
      | project   | scenario              | step                       | test                                        | state  |
      | play-fail | An order is sent back | the customer sends it back | Shows the price with tax (fails on purpose) | failed |
