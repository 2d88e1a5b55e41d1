@flow6
Feature: Upload results
  What a run found out goes back to the test-management service, and what that answers stays with the run.

  Scenario Outline: The service makes an execution of the results
    Given Ann has the project <project> open
    When she opens the scenario <scenario>
    And she plays it
    And the scenario <scenario> has <state>
    And she uploads the results
    Then the upload says <outcome>
    And the run keeps <kept>

    Examples:
      | project     | scenario                      | state  | outcome                   | kept                           |
      | upload-good | A customer orders with a card | passed | Uploaded · 200 · SHOP-901 | Uploaded · last 200 · SHOP-901 |

  Scenario Outline: Wrong credentials are told, and the results can be sent again
    Given Ann has the project <project> open
    When she replaces the client secret by <clientSecret>
    And she keeps the settings
    And she opens the scenario <scenario>
    And she plays it
    And the scenario <scenario> has <state>
    And she uploads the results
    Then the upload says <outcome>
    And the run keeps <kept>

    Examples:
      | project      | clientSecret | scenario              | state           | outcome                                        | kept                     |
      | upload-wrong | not-so-sec   | An order is sent back | not implemented | The client ID or the client secret was refused | Upload failed · last 401 |
