//===- RemarkRecorder.cpp - Remarks at their place in the text ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkRecorder.h"

#include "DiagnosticRecorder.h"

#include "weft/Dialect/Weft/IR/LoweringConfig.h"
#include "weft/Dialect/Weft/IR/Remarks.h"
#include "weft/Support/TextLocations.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"

#include <tuple>

using namespace mlir;
using namespace weft;

namespace {
/// What a remark says of its transformation, in the order of printing.
enum class RemarkKind { Passed, Chosen, Missed };
} // namespace

/// Whether a remark says that an option is on or off, and nothing of a loop.
static bool isOfChoice(const remark::detail::Remark &remark) {
  return remark.getCombinedCategoryName() ==
         (kRemarkCategory + ":" + kChoiceSubcategory).str();
}

/// The kind of a remark; nothing for those that are about no transformation.
static std::optional<RemarkKind> getKind(const remark::detail::Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return RemarkKind::Passed;
  case llvm::remarks::Type::Missed:
    return RemarkKind::Missed;
  case llvm::remarks::Type::Analysis:
    return isOfChoice(remark) ? std::optional(RemarkKind::Chosen)
                              : std::nullopt;
  default:
    return std::nullopt;
  }
}

static StringRef getHeading(RemarkKind kind) {
  switch (kind) {
  case RemarkKind::Passed:
    return "passed";
  case RemarkKind::Chosen:
    return "chosen";
  case RemarkKind::Missed:
    return "missed";
  }
  llvm_unreachable("unknown kind of remark");
}

struct RemarkRecorder::Record {
  Location loc;
  RemarkKind kind;
  bool isOfChoice;
  std::string transformation, text;
};

class RemarkRecorder::Streamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Streamer(std::vector<Record> &records) : records(records) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::optional<RemarkKind> kind = getKind(remark);
    if (!kind)
      return;
    std::string text;
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      text += arg.val;
    records.push_back({remark.getLocation(), *kind, isOfChoice(remark),
                       remark.getRemarkName().str(), text});
  }

private:
  std::vector<Record> &records;
};

RemarkRecorder::RemarkRecorder(MLIRContext *context)
    : context(context), records(std::make_unique<std::vector<Record>>()) {
  remark::RemarkCategories categories;
  // Passes on statements have their names as categories.
  categories.passed = categories.missed =
      (kRemarkCategory + "|(cin|convert)-.*").str();
  categories.analysis = kRemarkCategory.str();
  LogicalResult isEnabled = remark::enableOptimizationRemarks(
      *context, std::make_unique<Streamer>(*records),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  assert(succeeded(isEnabled) && "a streamer needs no file");
  (void)isEnabled;
}

RemarkRecorder::~RemarkRecorder() { context->setRemarkEngine(nullptr); }

void RemarkRecorder::replaceUnused() {
  llvm::StringSet<> reported;
  for (const Record &record : *records)
    if (!record.isOfChoice)
      reported.insert(record.transformation);
  for (Record &record : *records) {
    if (record.kind != RemarkKind::Chosen ||
        reported.contains(record.transformation))
      continue;
    record.kind = RemarkKind::Missed;
    LoweringOption option = findLoweringOption(record.transformation)->option;
    record.text += ", but found no " + describeCandidate(option).str();
  }
}

void RemarkRecorder::print(StringRef text, llvm::raw_ostream &os) const {
  // What is about no place comes first.
  using Place = std::pair<size_t, size_t>;
  using Remark = std::tuple<RemarkKind, StringRef, StringRef>;
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver names(memory);
  llvm::MapVector<Place, std::vector<Remark>> places;
  places[{0, 0}];
  for (const Record &record : *records) {
    std::optional<notation::Range> range =
        findRange(getOriginalLocation(record.loc), text);
    Place place = range ? Place(range->begin, range->end) : Place(0, 0);
    Remark remark = {record.kind, record.transformation, record.text};
    // The transformation of a loop is named as a command of a schedule would
    // be.
    StringAttr loop = findLoopName(record.loc);
    if (loop && range)
      std::get<1>(remark) =
          names.save(record.transformation + "(" + loop.getValue() + ")");
    if (!llvm::is_contained(places[place], remark))
      places[place].push_back(remark);
  }
  auto sorted = places.takeVector();
  llvm::sort(sorted, [](const auto &left, const auto &right) {
    return left.first < right.first;
  });
  for (auto &[place, remarks] : sorted) {
    if (remarks.empty())
      continue;
    if (place.second != 0)
      os << notation::renderExcerpt(text, {place.first, place.second}) << "\n";
    for (RemarkKind kind :
         {RemarkKind::Passed, RemarkKind::Chosen, RemarkKind::Missed})
      for (auto [own, transformation, reason] : remarks)
        if (own == kind)
          os << "  " << getHeading(kind) << "  " << transformation << ": "
             << reason << "\n";
  }
}
