@flow1
Feature: Set the feature file server
  Features come from a test-management service, once its address and credentials are checked.

  Scenario Outline: The connection is checked, and the settings are kept
    Given Ann has the project <project> open
    When she replaces the client secret by <clientSecret>
    And she checks the connection
    Then the check says <outcome>
    And she keeps the settings

    Examples:
      | project    | clientSecret         | outcome                        |
      | check-good | sample-client-secret | 4 features found, 7 scenarios |

  Scenario Outline: Wrong credentials are told at their stage
    Given Ann has the project <project> open
    When she replaces the client secret by <clientSecret>
    And she checks the connection
    Then the check says <outcome>

    Examples:
      | project     | clientSecret | outcome                       |
      | check-wrong | not-so-sec | The client ID or the client secret was refused |
