// sources: native/evdev/event_filter.cc
#include "evdev/event_filter.h"

#include <linux/input-event-codes.h>

#include "check.h"

using guildhall::DeviceState;
using guildhall::EventFilter;
using guildhall::InputEvent;
using Events = std::vector<InputEvent>;
using Verdict = EventFilter::Verdict;

namespace {

constexpr InputEvent kReport{EV_SYN, SYN_REPORT, 0};
constexpr InputEvent kDropped{EV_SYN, SYN_DROPPED, 0};

constexpr InputEvent Key(uint16_t code, int32_t value) { return {EV_KEY, code, value}; }
constexpr InputEvent Axis(uint16_t code, int32_t value) { return {EV_ABS, code, value}; }

void EventsPassWhileNoneIsDropped() {
  EventFilter filter(DeviceState{});
  for (const InputEvent& event : {Key(KEY_A, 1), kReport, Key(KEY_A, 2), kReport, Axis(ABS_X, -5), kReport}) {
    CHECK(filter.Take(event) == Verdict::kPass);
  }
  CHECK(filter.state().keys.test(KEY_A));
  CHECK(filter.state().axes[ABS_X] == -5);
  CHECK(filter.Take(Key(KEY_A, 0)) == Verdict::kPass);
  CHECK(!filter.state().keys.test(KEY_A));
}

void WhatComesBetweenADropAndTheEndOfItsReportIsIgnored() {
  EventFilter filter(DeviceState{});
  CHECK(filter.Take(kDropped) == Verdict::kIgnore);
  CHECK(filter.Take(Key(KEY_A, 1)) == Verdict::kIgnore);
  CHECK(filter.Take(kDropped) == Verdict::kIgnore);
  CHECK(filter.Take(Axis(ABS_X, 7)) == Verdict::kIgnore);
  CHECK(!filter.state().keys.test(KEY_A));
  CHECK(filter.Take(kReport) == Verdict::kResync);
  CHECK(filter.Take(Key(KEY_B, 1)) == Verdict::kPass);
}

void ResyncTellsReleasesThenPressesThenAxes() {
  DeviceState before;
  before.keys.set(KEY_B);
  before.keys.set(KEY_C);
  before.axes[ABS_Y] = 3;
  EventFilter filter(before);
  DeviceState now;
  now.keys.set(KEY_A);
  now.keys.set(KEY_C);
  now.axes[ABS_X] = -9;
  now.axes[ABS_Y] = 3;
  CHECK(filter.Resync(now) == (Events{Key(KEY_B, 0), Key(KEY_A, 1), Axis(ABS_X, -9), kReport}));
  CHECK(filter.Resync(now).empty());
}

void CodesBeyondTheTablesDoNoHarm() {
  EventFilter filter(DeviceState{});
  CHECK(filter.Take(Key(0xffff, 1)) == Verdict::kPass);
  CHECK(filter.Take(Axis(0xffff, 1)) == Verdict::kPass);
  CHECK(filter.Resync(DeviceState{}).empty());
}

}  // namespace

int main() {
  EventsPassWhileNoneIsDropped();
  WhatComesBetweenADropAndTheEndOfItsReportIsIgnored();
  ResyncTellsReleasesThenPressesThenAxes();
  CodesBeyondTheTablesDoNoHarm();
  return guildhall::test::Failures();
}
