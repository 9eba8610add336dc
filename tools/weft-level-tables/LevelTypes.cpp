//===- LevelTypes.cpp - The level types that there are ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks `LevelTypeAttrInterface` of every configuration of every level type. A
// property that only some configurations have can be chosen.
//
//===----------------------------------------------------------------------===//

#include "LevelTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace weft;

using level::LevelTypeAttrInterface;

std::string LevelTypeEntry::spell(size_t variant) const {
  const std::string &modifier = modifiers[variant];
  return modifier.empty() ? name : name + "(" + modifier + ")";
}

/// What is tried behind the name of a level type. A type that takes a number
/// gets one.
static constexpr llvm::StringLiteral kModifiers[] = {
    "", "nonunique", "nonordered", "nonunique, nonordered", "2"};

/// Makes all configurations of a level type that can be written.
template <typename Attr>
static void addLevelType(MLIRContext &context,
                         std::vector<LevelTypeEntry> &types) {
  if constexpr (std::is_base_of_v<LevelTypeAttrInterface::Trait<Attr>, Attr>) {
    LevelTypeEntry type;
    type.name = Attr::getMnemonic().str();
    for (StringRef modifier : kModifiers) {
      std::string text = "#level." + type.name;
      if (!modifier.empty())
        text += ("<" + modifier + ">").str();
      auto variant = dyn_cast_or_null<LevelTypeAttrInterface>(
          parseAttribute(text, &context));
      if (!variant || llvm::is_contained(type.variants, variant))
        continue;
      type.modifiers.push_back(modifier.str());
      type.variants.push_back(variant);
    }
    types.push_back(std::move(type));
  }
}

template <typename... Attrs>
static void addLevelTypes(MLIRContext &context,
                          std::vector<LevelTypeEntry> &types) {
  (addLevelType<Attrs>(context, types), ...);
}

std::vector<LevelTypeEntry> weft::getLevelTypes(MLIRContext &context) {
  std::vector<LevelTypeEntry> types;
  {
    // Most types refuse most modifiers.
    ScopedDiagnosticHandler silent(&context,
                                   [](Diagnostic &) { return success(); });
    addLevelTypes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Level/IR/LevelAttributes.cpp.inc"
        >(context, types);
  }
  for (const LevelTypeEntry &type : types)
    if (type.variants.empty()) {
      llvm::errs() << "error: no way is known to write the level type '"
                   << type.name << "'; add its parameters to kModifiers\n";
      return {};
    }
  return types;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

using Question = bool (LevelTypeAttrInterface::*)() const;

/// `yes`, `no`, or that it can be chosen.
static StringRef ask(const LevelTypeEntry &type, Question question) {
  auto answers =
      llvm::map_range(type.variants, [&](LevelTypeAttrInterface variant) {
        return (variant.*question)();
      });
  if (llvm::all_of(answers, [](bool answer) { return answer; }))
    return "yes";
  return llvm::any_of(answers, [](bool answer) { return answer; }) ? "chosen"
                                                                   : "";
}

void weft::printProperties(ArrayRef<LevelTypeEntry> types,
                           llvm::raw_ostream &os) {
  static constexpr std::pair<llvm::StringLiteral, Question> questions[] = {
      {"full", &LevelTypeAttrInterface::isFull},
      {"ordered", &LevelTypeAttrInterface::isOrdered},
      {"unique", &LevelTypeAttrInterface::isUnique},
      {"branchless", &LevelTypeAttrInterface::isBranchless},
      {"compact", &LevelTypeAttrInterface::isCompact}};
  os << "| |";
  for (auto &[name, question] : questions)
    os << " " << name << " |";
  os << "\n|---|";
  for (size_t i = 0; i != std::size(questions); ++i)
    os << "---|";
  os << "\n";
  for (const LevelTypeEntry &type : types) {
    os << "| " << type.name << " |";
    for (auto &[name, question] : questions)
      os << " " << ask(type, question) << " |";
    os << "\n";
  }
}

void weft::printCapabilities(ArrayRef<LevelTypeEntry> types,
                             llvm::raw_ostream &os) {
  using Type = LevelTypeAttrInterface;
  os << "| | iterate | locate | assembly | recover | arrays |\n"
     << "|---|---|---|---|---|---|\n";
  for (const LevelTypeEntry &type : types) {
    Type first = type.variants.front();
    SmallVector<StringRef> iterate, assembly;
    if (first.hasCoordinateIterate())
      iterate.push_back("coordinates");
    if (first.hasPositionIterate())
      iterate.push_back("positions");
    if (first.hasAppend())
      assembly.push_back("append");
    if (first.hasInsert())
      assembly.push_back("insert");
    SmallVector<level::LevelArray> arrays;
    first.getArrays(arrays);
    os << "| " << type.name << " | " << llvm::join(iterate, ", ") << " | "
       << ask(type, &Type::hasLocate) << " | " << llvm::join(assembly, ", ")
       << " | " << ask(type, &Type::hasRecover) << " | ";
    llvm::interleaveComma(arrays, os, [&](const level::LevelArray &array) {
      os << "`" << array.name << "`";
    });
    os << " |\n";
  }
}
