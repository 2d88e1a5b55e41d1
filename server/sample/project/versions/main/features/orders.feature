Feature: Orders
  People fill a basket, order, and find out what they paid for.

  @SHOP-101 @smoke
  Scenario: A customer orders with a card
    Given a customer is signed in
    And something is in the basket
    When the delivery is filled in
    And a card pays for it
    Then the order is confirmed

  @SHOP-102
  Scenario Outline: The basket takes <quantity> of <product>
    When <quantity> of <product> are put into the basket
    Then the basket shows what they cost together

    Examples:
      | product    | quantity |
      | enamel-mug | 1        |
      | enamel-mug | 3        |

  @SHOP-103
  Scenario: An order is sent back
    Given a customer is signed in
    And the customer has an order
    When the customer sends it back
    Then the money is paid back
