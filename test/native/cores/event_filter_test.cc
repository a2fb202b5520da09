// sources: native/evdev/event_filter.cc
#include "evdev/event_filter.h"

#include <linux/input-event-codes.h>

#include "check.h"

using guildhall::DeviceState;
using guildhall::EventFilter;
using guildhall::InputEvent;
using Events = std::vector<InputEvent>;

namespace {

constexpr InputEvent kReport{EV_SYN, SYN_REPORT, 0};
constexpr InputEvent kDropped{EV_SYN, SYN_DROPPED, 0};

constexpr InputEvent Key(uint16_t code, int32_t value) { return {EV_KEY, code, value}; }
constexpr InputEvent Axis(uint16_t code, int32_t value) { return {EV_ABS, code, value}; }

// A device whose state is asked for: how often, and what it answers.
struct Asked {
  DeviceState state;
  bool answers = true;
  int times = 0;

  EventFilter::ReadState Ask() {
    return [this](DeviceState& now) {
      ++times;
      now = state;
      return answers;
    };
  }
};

void EventsPassWhileNoneIsDropped() {
  Asked device;
  EventFilter filter(DeviceState{});
  const Events events{Key(KEY_A, 1), kReport, Key(KEY_A, 2), kReport, Axis(ABS_X, -5), kReport};
  CHECK(filter.Take(events, device.Ask()) == events);
  CHECK(filter.state().keys.test(KEY_A));
  CHECK(filter.state().axes[ABS_X] == -5);
  CHECK(filter.Take({Key(KEY_A, 0)}, device.Ask()) == Events{Key(KEY_A, 0)});
  CHECK(!filter.state().keys.test(KEY_A));
  CHECK(device.times == 0);
}

void WhatComesBetweenADropAndTheEndOfItsReportIsIgnored() {
  Asked device;
  EventFilter filter(DeviceState{});
  // Two reads, and a second drop within the first one.
  CHECK(filter.Take({Key(KEY_B, 1), kReport, kDropped, Key(KEY_A, 1), kDropped}, device.Ask()) ==
        (Events{Key(KEY_B, 1), kReport}));
  CHECK(filter.Take({Axis(ABS_X, 7)}, device.Ask()).empty());
  CHECK(!filter.state().keys.test(KEY_A));
  CHECK(device.times == 0);
  device.state.keys.set(KEY_B);
  CHECK(filter.Take({kReport}, device.Ask()).empty());
  CHECK(device.times == 1);
  CHECK(filter.Take({Key(KEY_C, 1)}, device.Ask()) == Events{Key(KEY_C, 1)});
}

void ReleasesThenPressesThenAxesLeadOverWhatWasDropped() {
  DeviceState before;
  before.keys.set(KEY_B);
  before.keys.set(KEY_C);
  before.axes[ABS_Y] = 3;
  EventFilter filter(before);
  Asked device;
  device.state.keys.set(KEY_A);
  device.state.keys.set(KEY_C);
  device.state.axes[ABS_X] = -9;
  device.state.axes[ABS_Y] = 3;
  CHECK(filter.Take({kDropped, kReport}, device.Ask()) ==
        (Events{Key(KEY_B, 0), Key(KEY_A, 1), Axis(ABS_X, -9), kReport}));
  CHECK(filter.Take({kDropped, kReport}, device.Ask()).empty());
}

void WhatWasReadBeforeTheStateWasAskedForIsOlder() {
  EventFilter filter(DeviceState{});
  Asked device;
  // The key went down, which has been read, and up again, which the state tells already.
  CHECK(filter.Take({kDropped, kReport, Key(KEY_A, 1), kReport}, device.Ask()).empty());
  CHECK(!filter.state().keys.test(KEY_A));
}

void EventsPassOnWhereTheDeviceDoesNotTellItsState() {
  EventFilter filter(DeviceState{});
  Asked device;
  device.answers = false;
  CHECK(filter.Take({kDropped, Key(KEY_A, 1), kReport, Key(KEY_B, 1)}, device.Ask()) ==
        Events{Key(KEY_B, 1)});
}

void CodesBeyondTheTablesDoNoHarm() {
  Asked device;
  EventFilter filter(DeviceState{});
  CHECK(filter.Take({Key(0xffff, 1), Axis(0xffff, 1)}, device.Ask()).size() == 2);
  CHECK(filter.Take({kDropped, kReport}, device.Ask()).empty());
}

}  // namespace

int main() {
  EventsPassWhileNoneIsDropped();
  WhatComesBetweenADropAndTheEndOfItsReportIsIgnored();
  ReleasesThenPressesThenAxesLeadOverWhatWasDropped();
  WhatWasReadBeforeTheStateWasAskedForIsOlder();
  EventsPassOnWhereTheDeviceDoesNotTellItsState();
  CodesBeyondTheTablesDoNoHarm();
  return guildhall::test::Failures();
}
