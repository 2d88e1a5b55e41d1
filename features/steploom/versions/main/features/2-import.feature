@flow2
Feature: Import features
  What the service has comes into the project, all of it or what is selected, or nothing at all.

  Scenario Outline: All features come, linked as far as they are known
    Given Ann has the project <project> open
    When she lists the features of the server
    And she starts the import
    Then the import says <outcome>
    And the scenarios of the server are there, and what was linked before is black

    Examples:
      | project     | outcome             |
      | import-good | 4 features imported |

  Scenario Outline: A filter that selects nothing imports nothing
    Given Ann has the project <project> open
    When she lists the features of the server
    Then the import says <outcome>
    And there are no more features than before

    Examples:
      | project     | outcome          |
      | import-none | Check the filter |
