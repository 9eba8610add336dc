//===- OperatorModelsPresence.cpp - Other fills -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is present has the coordinates of its operand, and a fill that is told.
//
//===----------------------------------------------------------------------===//

#include "OperatorModels.h"

#include "weft/Dialect/CIN/IR/CIN.h"

using namespace mlir;
using namespace weft;

namespace {
struct PresentModel
    : public OperatorAlgebraInterface::ExternalModel<PresentModel,
                                                     cin::PresentOp> {
  Attribute getResultFill(Operation *op, ArrayRef<Attribute> fills) const {
    return fills.front() ? cast<cin::PresentOp>(op).getFillAttr() : Attribute();
  }
  FillEffect getFillEffect(Operation *, unsigned operand,
                           ArrayRef<Attribute> fills) const {
    return fills[operand] ? FillEffect::Annihilates : FillEffect::Neither;
  }
};
} // namespace

void models::registerPresenceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cin::CINDialect *) {
    cin::PresentOp::attachInterface<PresentModel>(*context);
  });
}
