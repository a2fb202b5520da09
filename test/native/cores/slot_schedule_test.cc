// sources:

// When the slots of XInput are read.
#include "gamepads/slot_schedule.h"

#include "check.h"

namespace guildhall {
namespace {

void EmptySlotsAreReadForAWhileAfterTheStartAndAnArrival() {
  SlotSchedule schedule(5000);
  for (uint64_t start : {5000, 90000}) {
    CHECK_EQUAL(schedule.WaitMs(start, false), 0u);
    for (uint64_t look = start; look <= start + 3000; look += 1000) {
      CHECK(schedule.TakeLook(look));
      CHECK(!schedule.TakeLook(look + 999));
    }
    CHECK(!schedule.TakeLook(start + 4000));
    CHECK_EQUAL(schedule.WaitMs(start + 4000, false), SlotSchedule::kNever);
    schedule.Expect(90000);
  }
}

void APluggedPadIsReadOften() {
  SlotSchedule schedule(0);
  CHECK(schedule.TakeLook(0));
  CHECK_EQUAL(schedule.WaitMs(300, false), 700u);
  CHECK_EQUAL(schedule.WaitMs(300, true), 8u);
  CHECK_EQUAL(schedule.WaitMs(60000, true), 8u);
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::EmptySlotsAreReadForAWhileAfterTheStartAndAnArrival();
  guildhall::APluggedPadIsReadOften();
  return guildhall::test::Failures();
}
