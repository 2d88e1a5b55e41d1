/** Feature files that specs of the page put into a project. */

export const FEATURE = `@shop @SHOP-7
Feature: Basket

  Background:
    Given the shop is open

  @smoke
  Scenario: Fill
    When I add a mug
    Then the basket holds 1 mug

  Scenario: Empty
    When I add a mug
    Then nothing is left
`;

export const ORDERS = `Feature: Orders

  @SHOP-12
  Scenario Outline: Count <n>
    When I sign in as <user>
    Then these are listed
      | name | price |
      | Mug  | 8.00  |
    And the letter says
      """
      Dear <user>
      """

    @people
    Examples:
      | user | n |
      | ann  | 1 |
      | bob  | 2 |
`;

export const BROKEN = 'Feature: Broken\n\n  Scenario: One\n    Given it\n    oops\n';
