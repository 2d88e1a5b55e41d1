Feature: Purchases

  Scenario: A small and a large purchase
    When I buy 1 of "enamel-mug"
    And I buy 2 of "camp-kettle"
    And I buy 12 of "tent-pegs"
