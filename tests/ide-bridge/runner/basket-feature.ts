/** A feature with a scenario for each way in which a run of one can end. */
export const BASKET = `@SHOP-1
Feature: Basket

  Background:
    Given the shop is open

  @SHOP-2
  Scenario: Remember
    When I type "mug"
    Then the box says mug

  Scenario Outline: Type <word>
    When I type <word> and more
    Then it is there

    Examples:
      | word        | other |
      | cup         | a     |
      | {{env.GONE}} | b    |

  Scenario: Table and text
    When I look at these:
      | name | count |
      | mug  | 2     |
    And I write
      """
      Dear shop,
      hello
      """

  @red
  Scenario: Red in the middle
    When nobody has done this
    Then the box says mug

  @bad
  Scenario: Failing
    When the page breaks
    Then nobody has done this
    And the shop is open

  @empty
  Scenario: Nothing
`;
