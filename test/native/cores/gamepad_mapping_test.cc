// sources: native/gamepads/mapping/mapping_database.cc native/gamepads/mapping/mapping_line.cc native/gamepads/mapping/guid.cc native/gamepads/mapping/standard_layout.cc

// What is read from lines of SDL's database of game controllers, and which line is a device's.
#include <string>

#include "check.h"
#include "gamepad_text.h"
#include "gamepads/mapping/guid.h"
#include "gamepads/mapping/mapping_database.h"
#include "gamepads/mapping/mapping_line.h"

namespace guildhall {
namespace {

const std::string kPad = "03000000091200000100000011010000";

std::string BindingsOf(const std::string& bindings) {
  MappingProblem problem;
  const std::optional<Mapping> mapping = ParseBindings(bindings, problem);
  return mapping ? TextOf(*mapping) : problem.text;
}

bool Is(const MappingProblem& problem, MappingFault fault, const std::string& text) {
  return problem.fault == fault && problem.text == text;
}

MappingProblem ProblemOf(const std::string& text) {
  MappingProblem problem;
  CHECK(!ParseMappingLine(text, problem));
  return problem;
}

std::string Found(const MappingDatabase& database, const std::string& guid, const std::string& name = "Pad") {
  const Mapping* const mapping = database.Find(*ParseGuid(guid), ChecksumOfName(name));
  return mapping == nullptr ? "none" : TextOf(*mapping);
}

void TestSources() {
  CHECK_EQUAL(BindingsOf("a:b0,b:b10,x:a3,y:+a4,back:-a5,start:a6~,guide:+a7~"),
              "0:b0 1:b10 2:a3 3:+a4 8:-a5 9:a6~ 16:+a7~");
  CHECK_EQUAL(BindingsOf("dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h1.8"),
              "12:h0.1 15:h0.2 13:h0.4 14:h1.8");
  CHECK_EQUAL(BindingsOf("leftshoulder:b4,rightshoulder:b5,lefttrigger:a2,righttrigger:b7"),
              "4:b4 5:b5 6:a2 7:b7");
  CHECK_EQUAL(BindingsOf("leftstick:b8,rightstick:b9"), "10:b8 11:b9");
}

void TestWhatIsNoButton() {
  CHECK_EQUAL(BindingsOf("a:b0,leftx:a0,+lefty:+a1,misc1:b13,paddle1:b14,face:nonsense,crc:3c8f,"), "0:b0");
}

void TestBadLines() {
  CHECK(Is(ProblemOf("03,Pad,a:b0"), MappingFault::kBadGuid, "03"));
  const std::string no_guid = kPad.substr(1) + "g";
  CHECK(Is(ProblemOf(no_guid + ",Pad,a:b0"), MappingFault::kBadGuid, no_guid));
  CHECK(Is(ProblemOf(kPad), MappingFault::kNoButton, ""));
  CHECK(Is(ProblemOf(kPad + ",Pad,platform:Linux,"), MappingFault::kNoButton, ""));
  CHECK(Is(ProblemOf(kPad + ",Pad,a"), MappingFault::kNoColon, "a"));
  for (const std::string source : {"", "q1", "b", "b-1", "b1x", "b99999999999", "a", "a~", "+b1", "+", "h0",
                                   "h0.3", "h.1", "h0.16", "h0.1~", "b0~", "~"}) {
    CHECK(Is(ProblemOf(kPad + ",Pad,a:" + source), MappingFault::kBadSource, "a:" + source));
  }
}

void TestBadLinesLoseNothingElse() {
  const std::string text = "\xef\xbb\xbf# comment\r\n\r\n" + kPad +
                           ",One,a:b1,platform:Linux,\r\nnonsense\n  \t\n" + kPad +
                           ",Two,a:q,platform:Linux,\n05000000091200000100000011010000,Three,a:b3,";
  const MappingDatabase database(text, "Linux");
  CHECK_EQUAL(database.warnings().size(), 2u);
  CHECK_EQUAL(database.warnings()[0].line, 4);
  CHECK(Is(database.warnings()[0].problem, MappingFault::kBadGuid, "nonsense"));
  CHECK_EQUAL(database.warnings()[1].line, 6);
  CHECK(Is(database.warnings()[1].problem, MappingFault::kBadSource, "a:q"));
  CHECK_EQUAL(Found(database, kPad), "0:b1");
  CHECK_EQUAL(Found(database, "05000000091200000100000011010000"), "0:b3");
}

void TestFewWarningsOfManyBadLines() {
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "bad\n";
  const MappingDatabase database(text, "Linux");
  CHECK_EQUAL(database.warnings().size(), 20u);
  CHECK_EQUAL(database.bad_lines(), 1000);
}

void TestWhichLineCounts() {
  const std::string other_version = "03000000091200000100000099990000";
  const std::string with_driver = "03000000091200000100000011016800";
  const MappingDatabase database(
      kPad + ",Windows's,a:b1,platform:Windows,\n" + other_version + ",Other version,a:b2,platform:Linux,\n",
      "Linux");
  CHECK_EQUAL(Found(database, kPad), "0:b2");
  CHECK_EQUAL(Found(MappingDatabase(with_driver + ",P,a:b4,", "Linux"), kPad), "0:b4");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b5,\n" + other_version + ",P,a:b6,", "Linux"), kPad),
              "0:b5");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b7,\n" + kPad + ",P,a:b8,", "Linux"), kPad), "0:b8");
  CHECK_EQUAL(Found(MappingDatabase("03000000091200000200000011010000,P,a:b0,", "Linux"), kPad), "none");
  CHECK_EQUAL(Found(MappingDatabase("05000000091200000100000011010000,P,a:b0,", "Linux"), kPad), "none");
}

void TestChecksumsOfNames() {
  CHECK_EQUAL(ChecksumOfName(""), 0);
  CHECK_EQUAL(ChecksumOfName("123456789"), 0xbb3d);
  // What the guid of this pad has in SDL: 030079f6de280000ff11000001000000.
  CHECK_EQUAL(ChecksumOfName("Microsoft X-Box 360 pad 0"), 0xf679);
}

void TestChecksummedLinesApplyToTheirChecksumOnly() {
  const std::string steam = "03000000de280000ff11000001000000";
  const std::string in_guid = "030079f6de280000ff11000001000000,P,a:b1,\n";
  const std::string in_field = steam + ",P,a:b1,crc:F679,\n";
  const std::string for_any = steam + ",P,a:b2,\n";
  const std::string named = "Microsoft X-Box 360 pad 0";
  for (const std::string& line : {in_guid, in_field}) {
    CHECK_EQUAL(Found(MappingDatabase(line, "Linux"), steam, named), "0:b1");
    CHECK_EQUAL(Found(MappingDatabase(line, "Linux"), steam, "Other"), "none");
    CHECK_EQUAL(Found(MappingDatabase(line + for_any, "Linux"), steam, named), "0:b1");
    CHECK_EQUAL(Found(MappingDatabase(for_any + line, "Linux"), steam, "Other"), "0:b2");
  }
  CHECK(Is(ProblemOf(steam + ",P,a:b1,crc:xyz,"), MappingFault::kBadChecksum, "crc:xyz"));
  CHECK(Is(ProblemOf(steam + ",P,a:b1,crc:12345,"), MappingFault::kBadChecksum, "crc:12345"));
}

void TestHints() {
  const std::string labels = ",hint:SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,\n";
  const std::string places = ",hint:!SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,\n";
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b0" + places + kPad + ",P,a:b1" + labels, "Linux"), kPad),
              "0:b0");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b1" + labels + kPad + ",P,a:b0" + places, "Linux"), kPad),
              "0:b0");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b1" + labels, "Linux"), kPad), "0:b1");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b1,hint:SDL_OTHER:=0,", "Linux"), kPad), "none");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b1,hint:!SDL_OTHER:=0,", "Linux"), kPad), "0:b1");
  CHECK_EQUAL(Found(MappingDatabase(kPad + ",P,a:b1,hint:!SDL_OTHER:=1,", "Linux"), kPad), "none");
}

void TestXInput() {
  const MappingDatabase database("xinput,XInput,a:b2,platform:Windows,\n", "Windows");
  CHECK(database.warnings().empty());
  CHECK(database.FindXInput() != nullptr);
  CHECK_EQUAL(TextOf(*database.FindXInput()), "0:b2");
  CHECK(MappingDatabase().FindXInput() == nullptr);
}

void TestGuids() {
  CHECK_EQUAL(FormatGuid(MakeGuid({3, 0x045e, 0x028e, 0x0110}, "Xbox 360 pad")),
              "030000005e0400008e02000010010000");
  CHECK_EQUAL(FormatGuid(MakeGuid({5, 0, 0, 1}, "Odd pad")), "050000004f6464207061640000000000");
  CHECK_EQUAL(FormatGuid(MakeGuid({5, 0, 0, 1}, "A pad with a long name")),
              "050000004120706164207769746820"
              "00");
  CHECK_EQUAL(FormatGuid(*ParseGuid("030000005E0400008E02000010010000")), "030000005e0400008e02000010010000");
  CHECK(SameDevice(MakeGuid({5, 0, 0, 1}, "Odd pad"), MakeGuid({5, 0, 0, 2}, "Odd pad"), true));
  CHECK(!SameDevice(MakeGuid({5, 0, 0, 1}, "Odd pad"), MakeGuid({5, 0, 0, 1}, "Other pad"), false));
}

// Whatever a file holds, reading it ends well: run with sanitizers.
void TestEveryCutAndSlip() {
  const std::string line = kPad +
                           ",Pad,a:b0,b:+a1~,dpup:h0.1,lefttrigger:a2,hint:!SDL_GAMECONTROLLER_USE_BUTTON_"
                           "LABELS:=1,platform:Linux,";
  for (std::size_t length = 0; length <= line.size(); ++length) {
    MappingDatabase(line.substr(0, length), "Linux");
    for (const char slip : {'\0', '\n', ',', ':', '~', '.', '9', '\x80'}) {
      std::string bad = line;
      if (length < bad.size()) bad[length] = slip;
      MappingDatabase(bad, "Linux");
    }
  }
}

}  // namespace
}  // namespace guildhall

int main() {
  guildhall::TestSources();
  guildhall::TestWhatIsNoButton();
  guildhall::TestBadLines();
  guildhall::TestBadLinesLoseNothingElse();
  guildhall::TestFewWarningsOfManyBadLines();
  guildhall::TestWhichLineCounts();
  guildhall::TestChecksumsOfNames();
  guildhall::TestChecksummedLinesApplyToTheirChecksumOnly();
  guildhall::TestHints();
  guildhall::TestXInput();
  guildhall::TestGuids();
  guildhall::TestEveryCutAndSlip();
  return guildhall::test::Failures();
}
