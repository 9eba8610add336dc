//===- Requests.cpp - Requests of a schedule --------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Notes are lists of names, which grow with each step of a schedule.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/Requests.h"

#include "weft/Dialect/CIN/IR/OrderReasons.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

ArrayRef<StringLiteral> cin::getVariableNoteNames() {
  static constexpr StringLiteral names[] = {kReorderedAttr, kPlannedAttr,
                                            kTextOrderAttr, kCombinerOrderAttr,
                                            kReducedInsideAttr};
  return names;
}

ArrayRef<StringLiteral> cin::getNoteNames() {
  static constexpr StringLiteral names[] = {
      kReorderedAttr,     kPlannedAttr, kTextOrderAttr, kCombinerOrderAttr,
      kReducedInsideAttr, kChosenAttr,  kNotChosenAttr};
  return names;
}

DictionaryAttr cin::getAttributesWithoutNotes(KernelOp kernel) {
  NamedAttrList attributes(kernel->getAttrDictionary());
  for (StringRef note : getNoteNames())
    attributes.erase(note);
  return attributes.getDictionary(kernel.getContext());
}

void cin::noteRequest(RewriterBase &rewriter, Operation *op,
                      StringRef attribute, ArrayRef<StringRef> names) {
  if (auto kernel = op->getParentOfType<KernelOp>())
    rewriter.modifyOpInPlace(kernel,
                             [&] { noteRequest(kernel, attribute, names); });
}

/// Adds to the list of a kernel what it does not have.
static void addNotes(KernelOp kernel, StringRef attribute,
                     ArrayRef<Attribute> notes) {
  llvm::SmallSetVector<Attribute, 4> all;
  if (auto known = kernel->getAttrOfType<ArrayAttr>(attribute))
    all.insert(known.begin(), known.end());
  all.insert(notes.begin(), notes.end());
  kernel->setAttr(attribute,
                  ArrayAttr::get(kernel.getContext(), all.getArrayRef()));
}

void cin::noteRequest(KernelOp kernel, StringRef attribute,
                      ArrayRef<StringRef> names) {
  addNotes(kernel, attribute,
           llvm::map_to_vector(names, [&](StringRef name) -> Attribute {
             return StringAttr::get(kernel.getContext(), name);
           }));
}

/// Adds to the list of a kernel, which an operation is or is inside of.
static void addNote(RewriterBase &rewriter, Operation *op, StringRef attribute,
                    Attribute note) {
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel)
    kernel = op->getParentOfType<KernelOp>();
  if (kernel)
    rewriter.modifyOpInPlace(kernel,
                             [&] { addNotes(kernel, attribute, {note}); });
}

void cin::addChoice(RewriterBase &rewriter, Operation *op, ChoiceAttr choice) {
  addNote(rewriter, op, kChosenAttr, choice);
}

void cin::addRefusal(RewriterBase &rewriter, Operation *op,
                     RefusalAttr refusal) {
  addNote(rewriter, op, kNotChosenAttr, refusal);
}

/// The name of a loop without the tensor of its statement: `i` for `y.i`.
static StringRef getUnqualified(StringRef loop) {
  return loop.drop_front(loop.rfind('.') + 1);
}

/// The loop that a command is for: `i` for `split(i,i0,i1,4)`.
static StringRef getLoop(StringRef command) {
  return command.split('(').second.take_until(
      [](char character) { return character == ',' || character == ')'; });
}

void cin::dropRefusals(RewriterBase &rewriter, KernelOp kernel,
                       StringRef loop) {
  auto refusals = kernel->getAttrOfType<ArrayAttr>(kNotChosenAttr);
  if (!refusals)
    return;
  auto kept = llvm::filter_to_vector(refusals, [&](Attribute refusal) {
    StringRef other = getLoop(cast<RefusalAttr>(refusal).getCommand());
    return getUnqualified(other) != getUnqualified(loop);
  });
  if (kept.size() == refusals.size())
    return;
  rewriter.modifyOpInPlace(kernel, [&] {
    if (kept.empty())
      kernel->removeAttr(kNotChosenAttr);
    else
      kernel->setAttr(kNotChosenAttr, rewriter.getArrayAttr(kept));
  });
}

bool cin::isRequested(KernelOp kernel, StringRef attribute, StringRef name) {
  auto names = kernel->getAttrOfType<ArrayAttr>(attribute);
  return names &&
         llvm::is_contained(names, StringAttr::get(kernel.getContext(), name));
}
