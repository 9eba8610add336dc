//===- HostMachineTest.cpp - Machines that are used again -----------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/MachineCode.h"

#include "llvm/Target/TargetMachine.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace weft;

TEST(HostMachineTest, IsUsedAgainByThoseOfItsLevel) {
  auto first = cantFail(takeHostMachine(CodeGenOptLevel::Default));
  auto second = cantFail(takeHostMachine(CodeGenOptLevel::Default));
  const TargetMachine *place = first.get();
  EXPECT_NE(place, second.get());
  giveBackHostMachine(std::move(first));

  auto other = cantFail(takeHostMachine(CodeGenOptLevel::None));
  EXPECT_NE(other.get(), place);
  EXPECT_EQ(other->getOptLevel(), CodeGenOptLevel::None);
  auto again = cantFail(takeHostMachine(CodeGenOptLevel::Default));
  EXPECT_EQ(again.get(), place);
}

TEST(HostMachineTest, IsGivenBackByGenerators) {
  auto machine = cantFail(takeHostMachine(CodeGenOptLevel::Default));
  const TargetMachine *place = machine.get();
  giveBackHostMachine(std::move(machine));
  {
    CodeGenerator generator = cantFail(CodeGenerator::create(2));
    auto second = cantFail(takeHostMachine(CodeGenOptLevel::Default));
    EXPECT_NE(second.get(), place);
  }
  auto again = cantFail(takeHostMachine(CodeGenOptLevel::Default));
  EXPECT_EQ(again.get(), place);
}
